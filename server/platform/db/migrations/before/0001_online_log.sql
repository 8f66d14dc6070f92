CREATE TABLE "online_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "online_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"terminal_id" integer NOT NULL,
	"code" text NOT NULL,
	"name" text NOT NULL,
	"org" integer,
	"online_role" smallint NOT NULL,
	"peer_addr" text NOT NULL,
	"login_at" timestamptz NOT NULL,
	"dropped_at" timestamptz
);
--> statement-breakpoint
CREATE INDEX "online_log_terminal_id_id_index" ON "online_log" USING btree ("terminal_id","id");--> statement-breakpoint
CREATE INDEX "online_log_login_at_index" ON "online_log" USING btree ("login_at");--> statement-breakpoint
CREATE INDEX "online_log_connected" ON "online_log" USING btree ("terminal_id") WHERE dropped_at is null;--> statement-breakpoint
CREATE INDEX "audit_account_code_id_index" ON "audit" USING btree ("account_code","id");--> statement-breakpoint
CREATE INDEX "audit_account_id_id_index" ON "audit" USING btree ("account_id","id");--> statement-breakpoint
-- The audit log is append-only: nothing that the server runs can change or remove what was written.
CREATE FUNCTION "audit_append_only"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'insufficient_privilege';
END
$$;--> statement-breakpoint
CREATE TRIGGER "audit_append_only" BEFORE UPDATE OR DELETE OR TRUNCATE ON "audit" FOR EACH STATEMENT EXECUTE FUNCTION "audit_append_only"();
