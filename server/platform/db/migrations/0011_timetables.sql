ALTER TABLE "broadcast" ADD COLUMN "exam" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "every_weeks" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "exam" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD COLUMN "delay" jsonb;