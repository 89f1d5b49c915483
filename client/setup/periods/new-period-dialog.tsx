import { lazyDialog } from '#client/platform/ui/states/later.tsx'

/** Renders the dialog that creates a policy year; its code loads when it opens. */
export const NewPeriodDialog = lazyDialog(async () => (await import('./new-period-form.tsx')).NewPeriodForm)
