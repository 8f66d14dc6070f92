ALTER TABLE "relay" ADD COLUMN "accounts" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "relay" ADD COLUMN "offline_days" smallint DEFAULT 7 NOT NULL;