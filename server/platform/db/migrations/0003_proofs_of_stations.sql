ALTER TABLE "login_proof" ALTER COLUMN "account_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "login_proof" ADD COLUMN "terminal_id" integer;--> statement-breakpoint
ALTER TABLE "login_proof" ADD CONSTRAINT "login_proof_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "login_proof_terminal_id_index" ON "login_proof" USING btree ("terminal_id");--> statement-breakpoint
ALTER TABLE "login_proof" ADD CONSTRAINT "login_proof_holder" CHECK (num_nonnulls("login_proof"."account_id", "login_proof"."terminal_id") = 1);