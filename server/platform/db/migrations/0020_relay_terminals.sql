ALTER TABLE "relay" ADD COLUMN "aside" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "terminal" ADD COLUMN "relay_id" integer;