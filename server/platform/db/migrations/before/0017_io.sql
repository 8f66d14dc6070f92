CREATE TABLE "io_event" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "io_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" bigint NOT NULL,
	"terminal_id" integer NOT NULL,
	"direction" text NOT NULL,
	"number" smallint NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"kind" text NOT NULL,
	"by" text DEFAULT '' NOT NULL,
	"test" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "io_hold" (
	"terminal_id" integer NOT NULL,
	"output" smallint NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "io_hold_terminal_id_output_pk" PRIMARY KEY("terminal_id","output")
);
--> statement-breakpoint
CREATE TABLE "io_test" (
	"terminal_id" integer NOT NULL,
	"input" smallint NOT NULL,
	"until" bigint NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "io_test_terminal_id_input_pk" PRIMARY KEY("terminal_id","input")
);
--> statement-breakpoint
ALTER TABLE "gpio_task" ADD COLUMN "by_hand" text;--> statement-breakpoint
ALTER TABLE "io_event" ADD CONSTRAINT "io_event_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "io_hold" ADD CONSTRAINT "io_hold_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "io_test" ADD CONSTRAINT "io_test_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "io_event_terminal_id_id_index" ON "io_event" USING btree ("terminal_id","id");--> statement-breakpoint
CREATE INDEX "io_event_at_index" ON "io_event" USING btree ("at");