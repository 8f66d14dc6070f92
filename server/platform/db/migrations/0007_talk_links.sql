CREATE TABLE "talk_link" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "talk_link_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"title" text NOT NULL,
	"orgs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"account_id" integer NOT NULL,
	"secret_hash" text NOT NULL,
	"phone_hash" text,
	"priority" smallint NOT NULL,
	"volume" smallint,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	"expires_at" timestamptz NOT NULL,
	"opened_at" timestamptz,
	"used_at" timestamptz,
	"ended_at" timestamptz,
	CONSTRAINT "talk_link_secret_hash_unique" UNIQUE("secret_hash")
);
--> statement-breakpoint
ALTER TABLE "talk_link" ADD CONSTRAINT "talk_link_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "talk_link_account_id_index" ON "talk_link" USING btree ("account_id");