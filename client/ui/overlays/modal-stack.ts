import { useEffect, useState } from 'react'

/** The open modals, the topmost last. Modals opened from anywhere in the tree are siblings to React, so Base UI cannot know. */
const open: symbol[] = []

/** Marks a modal as open; the answer unmarks it. */
export const enterModal = (modal: symbol): (() => void) => {
  open.push(modal)
  return () => {
    const index = open.lastIndexOf(modal)
    if (index >= 0) open.splice(index, 1)
  }
}

/** Only the topmost modal answers Escape. */
export const isTopModal = (modal: symbol): boolean => open.at(-1) === modal

/** Tells Base UI's change to the owner, unless another modal lies above this one. */
export const useModalChange = (open: boolean, onClose: () => void) => {
  const [id] = useState(() => Symbol('modal'))
  useEffect(() => (open ? enterModal(id) : undefined), [open, id])
  return (next: boolean, details: { reason: string; cancel: () => void }): void => {
    if (next) return
    if (!isTopModal(id) && details.reason !== 'close-press') details.cancel()
    else onClose()
  }
}
