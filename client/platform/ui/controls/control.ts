/**
 * The style of every one-line control: 32 px high, a ring as border, an accent ring on focus, a danger ring on error.
 */
export const controlClass =
  'w-full min-w-0 rounded-control bg-raised text-body text-ink shadow-control outline-none transition-shadow duration-100 hover:not-disabled:shadow-control-hover focus:outline-2 focus:outline-solid focus:-outline-offset-1 focus:outline-ring aria-invalid:shadow-invalid aria-invalid:focus:outline-danger disabled:bg-sunken disabled:text-ink-3 [&:is(input,textarea)]:read-only:bg-sunken'

/** Height and padding of a one-line control. */
export const lineClass = 'h-8 px-2.5 coarse:h-10'
