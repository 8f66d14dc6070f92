CREATE TABLE "site_plan" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "site_plan_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"org" integer NOT NULL,
	"floor" integer DEFAULT 0 NOT NULL,
	"marks" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"areas" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"picture" text,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "site_plan" ADD CONSTRAINT "site_plan_org_partition_id_fk" FOREIGN KEY ("org") REFERENCES "public"."partition"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "site_plan_org_index" ON "site_plan" USING btree ("org");