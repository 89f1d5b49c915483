import { usePlace } from '#client/setup/period-documents/document-page.tsx'
import { TabLinks } from '#client/platform/ui/text/tabs.tsx'

const to = '/schools/$school/period/$period/insurance-options'

const plans = [
  { plan: 'medical-plan', label: 'Medical plan' },
  { plan: 'dental-plan', label: 'Dental plan' },
  { plan: 'vision-plan', label: 'Vision plan' },
] as const

/** Renders tabs for the insurance options and the plans of a period, each with its own URL. */
export const OptionsTabs = () => {
  const place = usePlace()
  const params = { school: String(place.school), period: String(place.period) }
  return (
    <div className="border-b border-line px-3 py-1.5">
      <TabLinks
        label="Insurance options and plans"
        links={[
          { to, params, label: 'Options', exact: true },
          ...plans.map(({ plan, label }) => ({
            to: `${to}/$plan` as const,
            params: { ...params, plan },
            label,
          })),
        ]}
      />
    </div>
  )
}
