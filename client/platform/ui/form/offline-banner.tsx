import { Banner } from '../states/banner.tsx'

/** Renders a note while the browser is offline and a sent form is pending; otherwise nothing. */
export const OfflineBanner = ({ isWaiting }: { isWaiting: boolean }) =>
  isWaiting && (
    <Banner tone="warning" className="mb-4">
      You’re offline. Your changes will be saved when you’re back online.
    </Banner>
  )
