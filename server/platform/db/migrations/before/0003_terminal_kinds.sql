DROP INDEX "terminal_role_name_index";--> statement-breakpoint
ALTER TABLE "terminal" ADD COLUMN "kind" text DEFAULT 'device' NOT NULL;--> statement-breakpoint
ALTER TABLE "terminal" ADD COLUMN "details" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
CREATE INDEX "terminal_kind_name_index" ON "terminal" USING btree ("kind","name");--> statement-breakpoint
UPDATE "terminal" SET "kind" = CASE "role"
  WHEN 1 THEN CASE WHEN "features" ? 'dialogue' THEN 'dialogue' ELSE 'caster' END
  WHEN 2 THEN 'capturer' WHEN 3 THEN 'xtts' WHEN 4 THEN 'fire_control_device' END
WHERE "role" IN (1, 2, 3, 4);
