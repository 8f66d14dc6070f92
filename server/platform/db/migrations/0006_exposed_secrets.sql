ALTER TABLE "terminal" ADD COLUMN "exposed_secret" jsonb;--> statement-breakpoint
-- It is not known which secrets were sent by plain HTTP before: all count as sent.
UPDATE "terminal" SET "exposed_secret" = jsonb_build_object('hash', "secret_hash", 'next', NULL) WHERE "secret_hash" <> '';
