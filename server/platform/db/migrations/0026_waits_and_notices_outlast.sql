CREATE TABLE "unplayed_start" (
	"id" integer PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"org" jsonb,
	"at" bigint NOT NULL,
	"reason" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queued_start" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "unplayed_start" ADD CONSTRAINT "unplayed_start_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;