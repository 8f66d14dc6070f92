DROP INDEX "online_log_login_at_index";--> statement-breakpoint
CREATE INDEX "broadcast_unsounded" ON "broadcast" USING btree ("id") WHERE end_reason in ('missed', 'failed', 'done', 'offline');--> statement-breakpoint
CREATE INDEX "online_log_login_at_id_index" ON "online_log" USING btree ("login_at","id");