ALTER TABLE "plan" ADD COLUMN "day_types" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "plan" ADD COLUMN "terms" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_task" ADD COLUMN "day_types" jsonb DEFAULT '[]'::jsonb NOT NULL;