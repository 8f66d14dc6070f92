CREATE TABLE "history_hour" (
	"subject" smallint NOT NULL,
	"block" integer NOT NULL,
	"slot" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "history_hour_subject_block_slot_pk" PRIMARY KEY("subject","block","slot")
);
--> statement-breakpoint
CREATE TABLE "history_minute" (
	"subject" smallint NOT NULL,
	"block" integer NOT NULL,
	"slot" integer NOT NULL,
	"data" "bytea" NOT NULL,
	CONSTRAINT "history_minute_subject_block_slot_pk" PRIMARY KEY("subject","block","slot")
);
