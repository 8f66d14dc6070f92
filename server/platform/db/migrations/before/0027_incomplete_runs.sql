DROP INDEX "broadcast_state_index";--> statement-breakpoint
CREATE INDEX "broadcast_on_air" ON "broadcast" USING btree ("id") WHERE state <> 'ended';--> statement-breakpoint
CREATE INDEX "broadcast_org_incomplete" ON "broadcast_org" USING btree ("broadcast_id","org") WHERE heard < targets;