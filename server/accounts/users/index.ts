export { hasAdmin, printFirstAdminLink } from './commands/first-admin.ts'
