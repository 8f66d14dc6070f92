ALTER TABLE "scheduled_task" ADD COLUMN "busy_policy" text DEFAULT 'preempt' NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD COLUMN "wait_s" integer DEFAULT 60 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD COLUMN "retries" smallint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD COLUMN "retry_s" integer DEFAULT 60 NOT NULL;