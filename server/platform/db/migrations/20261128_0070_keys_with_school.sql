-- why: a distributed database refuses a table of schools with a key that hasn’t the school. Tokens and names of files are random,
-- and numbers are given under a lock or looked up first, so they stay unique over all schools.
alter table api_tokens
  drop constraint api_tokens_token_hash_key, add constraint api_tokens_token_hash_key unique (token_hash, school_id),
  drop constraint api_tokens_user_id_key, add constraint api_tokens_user_id_key unique (user_id, school_id);
alter table carrier_files
  drop constraint carrier_files_sender_receiver_control_number_key,
  add constraint carrier_files_sender_receiver_control_number_key unique (sender, receiver, control_number, school_id);
alter table form_files
  drop constraint form_files_token_hash_key, add constraint form_files_token_hash_key unique (token_hash, school_id),
  drop constraint form_files_stored_name_key, add constraint form_files_stored_name_key unique (stored_name, school_id);
alter table form_submissions
  drop constraint form_submissions_confirmation_number_key,
  add constraint form_submissions_confirmation_number_key unique (confirmation_number, school_id);
alter table form_tokens
  drop constraint form_tokens_token_hash_key, add constraint form_tokens_token_hash_key unique (token_hash, school_id);
alter table school_files
  drop constraint school_files_public_name_key, add constraint school_files_public_name_key unique (public_name, school_id),
  drop constraint school_files_stored_name_key, add constraint school_files_stored_name_key unique (stored_name, school_id);
alter table sign_on_attempts
  drop constraint sign_on_attempts_token_hash_key,
  add constraint sign_on_attempts_token_hash_key unique (token_hash, school_id);
alter table status_sessions
  drop constraint status_sessions_token_hash_key,
  add constraint status_sessions_token_hash_key unique (token_hash, school_id);
alter table student_files
  drop constraint student_files_stored_name_key, add constraint student_files_stored_name_key unique (stored_name, school_id);
