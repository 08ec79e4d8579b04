/** The viewer as one HTML document, without events. */
declare const page: string;
export default page;
