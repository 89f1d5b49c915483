-- why: the plain text of a note was made anew whenever notes were read, which a long one made slow for everybody. The
-- database keeps it beside the text, as it is written in the one spelling of stored rich text: a line for every
-- paragraph, heading and item, no tags, five characters unescaped.
create function shipmate_plain_text(body text) returns text
language sql immutable strict parallel safe
as $$
  select btrim(
    replace(replace(replace(replace(
      regexp_replace(
        regexp_replace(
          body, '<(p|h2|h3)( [^>]*)?>|<br>|<li>(?!<(p|h2|h3|ul|ol|blockquote)[ >])', E'\n', 'g'),
        '<[^>]*>', '', 'g'),
      '&lt;', '<'), '&gt;', '>'), '&nbsp;', U&'\00A0'), '&amp;', '&'),
    -- what JavaScript's trim takes for blanks
    E' \t\n\v\f\r' || U&'\00A0\1680\2000\2001\2002\2003\2004\2005\2006\2007\2008\2009\200A\2028\2029\202F\205F\3000\FEFF')
$$;
alter table student_notes add column text text not null generated always as (shipmate_plain_text(body)) stored;
