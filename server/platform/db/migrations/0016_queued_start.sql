CREATE TABLE "queued_start" (
	"id" integer PRIMARY KEY NOT NULL,
	"asked" jsonb NOT NULL,
	"account_id" integer NOT NULL,
	"started_by" text NOT NULL,
	"operator_code" text NOT NULL,
	"ip" text NOT NULL,
	"terminals" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"since_at" bigint NOT NULL,
	"until_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queued_start" ADD CONSTRAINT "queued_start_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;