ALTER TABLE "fault" ADD COLUMN "shelved_until" timestamptz;--> statement-breakpoint
ALTER TABLE "fault" ADD COLUMN "shelved_by" text DEFAULT '' NOT NULL;