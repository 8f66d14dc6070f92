ALTER TABLE "fault" ADD COLUMN "chatter" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "fault" ADD COLUMN "cleared_at" timestamptz;--> statement-breakpoint
ALTER TABLE "fault" ADD COLUMN "subnet" text DEFAULT '' NOT NULL;