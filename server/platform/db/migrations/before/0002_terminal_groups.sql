CREATE TABLE "terminal_group" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "terminal_group_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "terminal_group_member" (
	"group_id" integer NOT NULL,
	"terminal_id" integer NOT NULL,
	CONSTRAINT "terminal_group_member_group_id_terminal_id_pk" PRIMARY KEY("group_id","terminal_id")
);
--> statement-breakpoint
ALTER TABLE "terminal_group_member" ADD CONSTRAINT "terminal_group_member_group_id_terminal_group_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."terminal_group"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "terminal_group_member" ADD CONSTRAINT "terminal_group_member_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "terminal_group_kind_name_index" ON "terminal_group" USING btree ("kind","name");--> statement-breakpoint
CREATE INDEX "terminal_group_member_terminal_id_index" ON "terminal_group_member" USING btree ("terminal_id");