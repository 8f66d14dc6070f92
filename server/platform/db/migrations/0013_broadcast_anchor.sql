ALTER TABLE "broadcast" ADD COLUMN "anchor_us" bigint;--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "anchor_epoch" text;