CREATE TABLE "login_proof" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "login_proof_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"token_hash" text NOT NULL,
	"by_browser" boolean NOT NULL,
	"used_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "login_proof_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
ALTER TABLE "login_session" ADD COLUMN "proof_id" integer;--> statement-breakpoint
ALTER TABLE "login_proof" ADD CONSTRAINT "login_proof_account_id_account_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."account"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_proof_account_id_index" ON "login_proof" USING btree ("account_id");--> statement-breakpoint
ALTER TABLE "login_session" ADD CONSTRAINT "login_session_proof_id_login_proof_id_fk" FOREIGN KEY ("proof_id") REFERENCES "public"."login_proof"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_session_proof_id_index" ON "login_session" USING btree ("proof_id");