ALTER TABLE "relay" ADD COLUMN "told" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "relay" ADD COLUMN "ids" jsonb;