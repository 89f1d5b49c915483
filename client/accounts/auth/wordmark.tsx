/** Renders Shipmate's logo and name. */
export const Wordmark = () => (
  <header className="flex items-center gap-2 text-dialog font-semibold tracking-[-0.015em]">
    <img src="/icon.svg" alt="" className="size-6" />
    Shipmate
  </header>
)
