interface UnseenFieldProps {
  /** Called with the input, whose value is read when the form is sent. */
  setField?: (input: HTMLInputElement | null) => void
}

/**
 * Renders the field that people don’t see, so that what fills in every field shows itself. Neither its name nor its label is
 * one that browsers and password managers fill in, and those that can be asked to are asked to leave it.
 */
export const UnseenField = ({ setField }: UnseenFieldProps) => (
  <label className="site-unseen" aria-hidden>
    Leave this empty
    <input
      ref={setField}
      name="left_empty"
      tabIndex={-1}
      autoComplete="off"
      data-1p-ignore=""
      data-bwignore=""
      data-lpignore="true"
      data-form-type="other"
    />
  </label>
)
