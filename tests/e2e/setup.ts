import { prepareTemplate } from '../support/prepareTemplate.ts';

/** Before all browser tests; what it returns runs after them. */
export default prepareTemplate;
