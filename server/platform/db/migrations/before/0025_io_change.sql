CREATE TABLE "io_change" (
	"terminal_id" integer NOT NULL,
	"direction" text NOT NULL,
	"number" smallint NOT NULL,
	"at" bigint NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	CONSTRAINT "io_change_terminal_id_direction_number_pk" PRIMARY KEY("terminal_id","direction","number")
);
--> statement-breakpoint
ALTER TABLE "io_change" ADD CONSTRAINT "io_change_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "io_change" SELECT DISTINCT ON (terminal_id, direction, number) terminal_id, direction, number, at, by FROM "io_event" ORDER BY terminal_id, direction, number, id DESC;
