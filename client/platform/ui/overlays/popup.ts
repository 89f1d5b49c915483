/** The style of every popup. */
export const popupClass =
  'pop rounded-card bg-raised text-body text-ink shadow-pop outline-none max-h-(--available-height) max-w-(--available-width)'

/** One row of a popup list. Base UI marks the row under keyboard or pointer with `data-highlighted`. */
export const optionClass =
  'flex min-h-7 w-full cursor-default select-none items-center gap-2 rounded-[5px] px-2 py-1 text-left text-body text-ink no-underline outline-none data-highlighted:bg-hover data-disabled:text-ink-3 data-disabled:opacity-60 coarse:min-h-10'

/** A heading in a popup list. */
export const groupLabelClass = 'px-2 pt-1.5 pb-1 text-meta font-medium text-ink-3'

/** A separator in a popup list. */
export const separatorClass = 'mx-2 my-1 h-px bg-line'
