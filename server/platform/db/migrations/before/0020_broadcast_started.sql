DROP INDEX "broadcast_started_at_index";--> statement-breakpoint
CREATE INDEX "broadcast_started" ON "broadcast" USING btree ("started_at" DESC NULLS LAST,"id" DESC NULLS LAST);