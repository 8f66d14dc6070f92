ALTER TABLE "account" ADD COLUMN "id_card" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "terminal" ADD COLUMN "dev_name" text DEFAULT '' NOT NULL;