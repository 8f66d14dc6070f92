CREATE TABLE "capturer_task" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "capturer_task_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"capturer" integer NOT NULL,
	"capturer_channel" smallint NOT NULL,
	"devices" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"orgs" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"priority" smallint NOT NULL,
	"volume" smallint,
	"resume_policy" text NOT NULL,
	"duration" integer DEFAULT 0 NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "broadcast" ADD COLUMN "asked" jsonb;--> statement-breakpoint
ALTER TABLE "capturer_task" ADD CONSTRAINT "capturer_task_capturer_terminal_id_fk" FOREIGN KEY ("capturer") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "capturer_task_capturer_index" ON "capturer_task" USING btree ("capturer");