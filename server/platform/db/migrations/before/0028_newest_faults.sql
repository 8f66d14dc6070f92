DROP INDEX "fault_opened_at_index";--> statement-breakpoint
CREATE INDEX "fault_newest" ON "fault" USING btree ("opened_at","id");