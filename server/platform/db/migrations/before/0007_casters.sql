CREATE TABLE "caster_account" (
	"terminal_id" integer PRIMARY KEY NOT NULL,
	"password_hash" text,
	"user_id" integer,
	"disabled" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "caster_org" (
	"terminal_id" integer NOT NULL,
	"partition_id" integer NOT NULL,
	CONSTRAINT "caster_org_terminal_id_partition_id_pk" PRIMARY KEY("terminal_id","partition_id")
);
--> statement-breakpoint
CREATE TABLE "virtual_caster" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "virtual_caster_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"call_number" text NOT NULL,
	"ring" text DEFAULT 'all' NOT NULL,
	"rev" integer DEFAULT 1 NOT NULL,
	"created_at" timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "virtual_caster_call_number_unique" UNIQUE("call_number")
);
--> statement-breakpoint
CREATE TABLE "virtual_caster_member" (
	"virtual_caster_id" integer NOT NULL,
	"terminal_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "virtual_caster_member_virtual_caster_id_terminal_id_pk" PRIMARY KEY("virtual_caster_id","terminal_id")
);
--> statement-breakpoint
ALTER TABLE "caster_account" ADD CONSTRAINT "caster_account_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caster_account" ADD CONSTRAINT "caster_account_user_id_account_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."account"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caster_org" ADD CONSTRAINT "caster_org_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "caster_org" ADD CONSTRAINT "caster_org_partition_id_partition_id_fk" FOREIGN KEY ("partition_id") REFERENCES "public"."partition"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_caster_member" ADD CONSTRAINT "virtual_caster_member_virtual_caster_id_virtual_caster_id_fk" FOREIGN KEY ("virtual_caster_id") REFERENCES "public"."virtual_caster"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "virtual_caster_member" ADD CONSTRAINT "virtual_caster_member_terminal_id_terminal_id_fk" FOREIGN KEY ("terminal_id") REFERENCES "public"."terminal"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "caster_account_user_id_index" ON "caster_account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "caster_org_partition_id_index" ON "caster_org" USING btree ("partition_id");--> statement-breakpoint
CREATE INDEX "virtual_caster_member_terminal_id_index" ON "virtual_caster_member" USING btree ("terminal_id");--> statement-breakpoint
CREATE UNIQUE INDEX "terminal_dialogue_code" ON "terminal" USING btree ((details ->> 'dialogue_code')) WHERE kind = 'dialogue' and details ->> 'dialogue_code' <> '';--> statement-breakpoint
-- A quick number belongs to one terminal or one virtual caster: the two tables' own keys cannot say that together.
CREATE FUNCTION "call_number_free"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.call_number = '' THEN RETURN NEW; END IF;
  PERFORM pg_advisory_xact_lock(hashtextextended(NEW.call_number, 20031));
  IF (TG_TABLE_NAME = 'terminal' AND EXISTS (SELECT 1 FROM virtual_caster WHERE call_number = NEW.call_number))
    OR (TG_TABLE_NAME = 'virtual_caster' AND EXISTS (SELECT 1 FROM terminal WHERE call_number = NEW.call_number)) THEN
    RAISE unique_violation USING
      MESSAGE = 'the quick number is taken',
      DETAIL = format('Key (call_number)=(%s) already exists.', NEW.call_number);
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER "terminal_call_number" BEFORE INSERT OR UPDATE OF call_number ON "terminal"
  FOR EACH ROW EXECUTE FUNCTION call_number_free();--> statement-breakpoint
CREATE TRIGGER "virtual_caster_call_number" BEFORE INSERT OR UPDATE OF call_number ON "virtual_caster"
  FOR EACH ROW EXECUTE FUNCTION call_number_free();
