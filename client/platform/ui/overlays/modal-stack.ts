import { useEffect, useState } from 'react'

/** The open modals, the topmost last. React doesn't nest modals opened from different places, so Base UI can't know. */
const open: symbol[] = []

/** Marks a modal as open; the returned function unmarks it. */
const enterModal = (modal: symbol): (() => void) => {
  open.push(modal)
  return () => {
    const index = open.lastIndexOf(modal)
    if (index >= 0) open.splice(index, 1)
  }
}

/** Returns whether the modal is the topmost one, which handles Escape. */
const isTopModal = (modal: symbol): boolean => open.at(-1) === modal

/** Passes Base UI's change to the owner, unless another modal is above this one. */
export const useModalChange = (open: boolean, onClose: () => void) => {
  const [id] = useState(() => Symbol('modal'))
  useEffect(() => (open ? enterModal(id) : undefined), [open, id])
  return (next: boolean, details: { reason: string; cancel: () => void }): void => {
    if (next) return
    if (!isTopModal(id) && details.reason !== 'close-press') details.cancel()
    else onClose()
  }
}
