CREATE TABLE "idempotency_key" (
	"account_id" integer NOT NULL,
	"route" text NOT NULL,
	"key_hash" text NOT NULL,
	"fingerprint" text NOT NULL,
	"run" uuid NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"emergency" boolean DEFAULT false NOT NULL,
	"status" smallint,
	"answer" text,
	"at" timestamptz NOT NULL,
	CONSTRAINT "idempotency_key_account_id_route_key_hash_pk" PRIMARY KEY("account_id","route","key_hash")
);
--> statement-breakpoint
ALTER TABLE "idempotency_key" ADD CONSTRAINT "idempotency_key_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "idempotency_key_at" ON "idempotency_key" USING btree ("at");