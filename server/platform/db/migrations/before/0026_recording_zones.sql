ALTER TABLE "record_file" ADD COLUMN "zones" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
UPDATE "record_file" SET "zones" = ARRAY(SELECT jsonb_array_elements_text("orgs")::int) WHERE "orgs" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "record_file" DROP COLUMN "orgs";--> statement-breakpoint
ALTER TABLE "record_file" RENAME COLUMN "zones" TO "orgs";--> statement-breakpoint
CREATE INDEX "record_file_caller_name_id_index" ON "record_file" USING btree ("caller_name","id");--> statement-breakpoint
CREATE INDEX "record_file_callee_name_id_index" ON "record_file" USING btree ("callee_name","id");--> statement-breakpoint
CREATE INDEX "record_file_orgs" ON "record_file" USING gin ("orgs");