-- why: a waiver rests on another plan being real. A check asks the payer about one coverage type of a student, in one or
-- more inquiries; what was sent and received is kept, encrypted.

-- Who carries a school's checks. No row: nobody, and a check ends as unable to send.
create table eligibility_settings (
  school_id bigint primary key references schools (id),
  provider text check (provider in ('simulator', 'x12', 'json')),
  address text check (address like 'https://%'),
  user_name text,
  secret_cipher bytea,
  organization text,
  npi text check (npi ~ '^\d{10}$'),
  sender_id text,
  receiver_id text,
  inquiry_cost_cents integer not null default 20 check (inquiry_cost_cents >= 0),
  cost_limit_cents integer check (cost_limit_cents >= 0),
  inquiries_per_minute integer not null default 60 check (inquiries_per_minute > 0),
  simulator_latency_ms integer not null default 0 check (simulator_latency_ms between 0 and 10000),
  simulator_is_out boolean not null default false,
  version integer not null default 1
);

-- The number of each interchange (ISA13), which never repeats.
create sequence eligibility_control_numbers as integer minvalue 1 maxvalue 999999999 cycle;

create table eligibility_reports (
  id bigint generated always as identity primary key,
  school_id bigint not null references schools (id),
  student_id bigint not null references students (id),
  student_period_id bigint not null references student_periods (id),
  coverage_type text not null check (coverage_type in ('medical', 'dental', 'vision')),
  cause text not null check (cause in ('staff', 'form', 'reverification')),
  status text check (status in ('active', 'inactive', 'unknown', 'other_plan_detected', 'missing_request_information',
    'unable_to_send_request', 'request_failed')),
  retrieval_status text not null default 'pending' check (retrieval_status in ('pending', 'retrieved', 'error')),
  reason_code text,
  message text,
  next_step text,
  payer_name text,
  payer_id text,
  plan jsonb,
  deductible jsonb,
  out_of_pocket_max jsonb,
  other_payers jsonb not null default '[]',
  is_simulated boolean not null,
  cost_cents integer not null default 0,
  requested_by_id bigint references users (id),
  created_at timestamptz not null,
  retrieved_at timestamptz,
  -- when someone may go on with a pending check: it's being asked now, or the payer answers later
  next_try_at timestamptz,
  unique (school_id, id),
  check ((status is null) = (retrieval_status = 'pending'))
);
create index eligibility_reports_student_period on eligibility_reports (student_period_id, coverage_type, id desc);
create index eligibility_reports_student on eligibility_reports (student_id, id desc);
create index eligibility_reports_due on eligibility_reports (next_try_at) where retrieval_status = 'pending';
-- a coverage type is checked once at a time
create unique index eligibility_reports_pending on eligibility_reports (student_period_id, coverage_type)
  where retrieval_status = 'pending';

-- One inquiry of a check. The row is written before the inquiry is sent, so that none is lost or sent unseen.
create table verification_requests (
  id bigint generated always as identity primary key,
  school_id bigint not null,
  report_id bigint not null,
  number integer not null check (number > 0),
  variation text not null,
  payer_name text not null,
  payer_id text not null,
  -- how often it was sent: again after an outage, or because the payer answers later
  tries integer not null default 0,
  status text,
  reason_code text,
  message text,
  cost_cents integer not null default 0,
  latency_ms integer,
  sent_at timestamptz not null,
  sent_cipher bytea,
  received_cipher bytea,
  unique (report_id, number),
  foreign key (school_id, report_id) references eligibility_reports (school_id, id)
);
create index verification_requests_payer on verification_requests (sent_at, payer_id);
