import { TabLinks } from '#client/platform/ui/text/tabs.tsx'

/** Renders the tabs of the screens about email delivery. */
export const DeliveryTabs = () => (
  <div className="flex min-h-11 shrink-0 items-center border-b border-line px-3 py-1.5">
    <TabLinks
      label="Email delivery"
      links={[
        { to: '/settings/email-delivery', label: 'Delivery', exact: true },
        { to: '/settings/email-delivery/blocked-addresses', label: 'Blocked addresses' },
      ]}
    />
  </div>
)
