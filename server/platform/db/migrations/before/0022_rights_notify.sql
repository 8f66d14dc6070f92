-- What decides over rights, told to whoever listens (server/auth/rightsWatch.ts): another process may have changed it.
-- By row, so that a statement that finds nothing says nothing; PostgreSQL sends the same words once per transaction.
CREATE FUNCTION "rights_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('tocsin_rights', TG_TABLE_NAME);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "account_rights" AFTER UPDATE OR DELETE ON "account"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "role_rights" AFTER UPDATE OR DELETE ON "role"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "account_partition_rights" AFTER INSERT OR UPDATE OR DELETE ON "account_partition"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "login_session_rights" AFTER UPDATE OF expires_at OR DELETE ON "login_session"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();--> statement-breakpoint
CREATE TRIGGER "partition_rights" AFTER INSERT OR UPDATE OR DELETE ON "partition"
  FOR EACH ROW EXECUTE FUNCTION rights_changed();
