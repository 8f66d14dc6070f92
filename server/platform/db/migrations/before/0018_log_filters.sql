CREATE INDEX "audit_action_id_index" ON "audit" USING btree ("action","id");--> statement-breakpoint
CREATE INDEX "online_log_online_role_id_index" ON "online_log" USING btree ("online_role","id");