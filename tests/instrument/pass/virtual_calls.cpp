// The pointer to a virtual table may be shared; the table itself is constant.
struct Shape {
  virtual int area();
};

// CHECK-LABEL: define {{.*}}@_Z4areaP5Shape(
// CHECK: call void @selvage_hook_read(ptr {{%.*}}, i32 8, i32 [[#]])
// CHECK: load ptr
// CHECK-NOT: selvage_hook
// CHECK: call {{.*}}i32 %
int area(Shape* shape) { return shape->area(); }
