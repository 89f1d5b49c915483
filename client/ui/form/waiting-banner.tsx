import { Banner } from '../states/banner.tsx'

/** What a form says while the network is away and what was sent waits for it; nothing else. */
export const WaitingBanner = ({ isWaiting }: { isWaiting: boolean }) =>
  isWaiting && (
    <Banner tone="warning" className="mb-4">
      The network is away. What you typed is kept here, and is saved when it is back.
    </Banner>
  )
