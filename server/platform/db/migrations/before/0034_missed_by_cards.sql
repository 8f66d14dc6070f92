ALTER TABLE "broadcast_org" ADD COLUMN "gaps" bigint;--> statement-breakpoint
ALTER TABLE "broadcast_org" ADD COLUMN "missed_ms" bigint;--> statement-breakpoint
ALTER TABLE "broadcast_target" ADD COLUMN "gaps" integer;--> statement-breakpoint
ALTER TABLE "broadcast_target" ADD COLUMN "missed_ms" integer;