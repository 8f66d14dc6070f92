CREATE TABLE "integration" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "integration_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"enabled" boolean DEFAULT true NOT NULL,
	"org" integer,
	"url" text DEFAULT '' NOT NULL,
	"secret" text,
	"events" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"alarm_plan" integer,
	"poll_s" integer DEFAULT 60 NOT NULL,
	"mappings" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"last_at" timestamptz,
	"last_error" text DEFAULT '' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "integration_message" (
	"integration_id" integer NOT NULL,
	"name" text NOT NULL,
	"plans" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "integration_message_integration_id_name_pk" PRIMARY KEY("integration_id","name")
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"integration_id" integer NOT NULL,
	"message_id" text NOT NULL,
	"message" jsonb NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration" ADD CONSTRAINT "integration_alarm_plan_alarm_plan_id_fk" FOREIGN KEY ("alarm_plan") REFERENCES "public"."alarm_plan"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "integration_message" ADD CONSTRAINT "integration_message_integration_id_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integration"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_integration_id_integration_id_fk" FOREIGN KEY ("integration_id") REFERENCES "public"."integration"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "integration_org_index" ON "integration" USING btree ("org");--> statement-breakpoint
CREATE INDEX "integration_message_at_index" ON "integration_message" USING btree ("at");--> statement-breakpoint
CREATE INDEX "webhook_delivery_next_at_index" ON "webhook_delivery" USING btree ("next_at");