import { TabLinks } from '#client/platform/ui/text/tabs.tsx'

/** Renders the links between the activity log and its weekly review. */
export const ActivityTabs = () => (
  <div className="flex min-h-11 items-center border-b border-line bg-sheet px-3">
    <TabLinks
      label="Activity"
      links={[
        { to: '/settings/activity', label: 'All activity', exact: true },
        { to: '/settings/activity/review', label: 'Weekly review' },
      ]}
    />
  </div>
)
