/** Renders whether a form has changes that aren’t saved, next to its screen’s title or its buttons. */
export const UnsavedMark = ({ isDirty }: { isDirty: boolean }) => (
  <span aria-live="polite" className="text-label text-ink-3">
    {isDirty ? 'Unsaved changes' : ''}
  </span>
)
