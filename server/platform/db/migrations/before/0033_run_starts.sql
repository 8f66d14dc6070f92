ALTER TABLE "broadcast" ADD COLUMN "started_ms" bigint;--> statement-breakpoint
-- Until here both were stored as played to the end, which neither can be: an alarm repeats until it is ended, and a
-- microphone has no end of its own.
UPDATE "broadcast" SET "end_reason" = CASE WHEN "alarm_id" IS NULL THEN 'hung_up' ELSE 'alarm' END
WHERE "end_reason" = 'finished' AND ("alarm_id" IS NOT NULL OR "audio_source" = 99);
